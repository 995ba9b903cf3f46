/** Hands a file that was made in the page to the reader. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after the click has been handled.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function fileName(parts: string[], extension: string): string {
  const stem = parts
    .map((part) => part.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|-+$/g, ''))
    .filter((part) => part !== '')
    .join('-')
    .slice(0, 100);
  return `${stem || 'report'}.${extension}`;
}
