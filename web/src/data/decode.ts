import type { PackedArray } from './types';

export type Numbers = Uint8Array | Int16Array | Uint16Array | Uint32Array | Float32Array;

/** A table of numbers, row by row; a value is `values[row * columns + column] * scale`. */
export interface Matrix {
  values: Numbers;
  columns: number;
  scale: number;
}

const bytesPerNumber: Record<PackedArray['type'], number> = {
  u8: 1,
  i16: 2,
  u16: 2,
  u32: 4,
  f32: 4,
};

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** The bytes are little-endian; typed arrays use the order of the machine. */
function toLittleEndian(bytes: Uint8Array, size: number): void {
  const machineIsLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
  if (machineIsLittleEndian || size === 1) return;
  for (let start = 0; start < bytes.length; start += size) {
    bytes.subarray(start, start + size).reverse();
  }
}

function viewOf(type: PackedArray['type'], buffer: ArrayBuffer): Numbers {
  switch (type) {
    case 'u8':
      return new Uint8Array(buffer);
    case 'i16':
      return new Int16Array(buffer);
    case 'u16':
      return new Uint16Array(buffer);
    case 'u32':
      return new Uint32Array(buffer);
    case 'f32':
      return new Float32Array(buffer);
  }
}

/** Decodes a packed column or table and checks that it has the number of rows it should have. */
export function decodeMatrix(packed: PackedArray, rows: number, name: string): Matrix {
  const size = bytesPerNumber[packed.type];
  if (!size) throw new Error(`${name}: unknown number type ${String(packed.type)}`);
  const columns = packed.shape.slice(1).reduce((product, extent) => product * extent, 1);
  const bytes = decodeBase64(packed.data);
  if (packed.shape[0] !== rows || bytes.length !== rows * columns * size) {
    throw new Error(
      `${name}: shape [${packed.shape.join(', ')}] with ${bytes.length} bytes, expected ${rows} rows`,
    );
  }
  toLittleEndian(bytes, size);
  return { values: viewOf(packed.type, bytes.buffer), columns, scale: packed.scale ?? 1 };
}

export function decodeColumn(packed: PackedArray, rows: number, name: string): Numbers {
  return decodeMatrix(packed, rows, name).values;
}
