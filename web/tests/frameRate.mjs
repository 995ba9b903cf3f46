// How many frames per second Chromium shows while something goes on: figures to print, not to assert,
// since they are the machine's. What makes a picture move smoothly on any machine can be counted:
// a frame draws a few batches and hands no edge to the graphics card again.

/** Frames per second over three seconds, read from `window.frameRate` afterwards. */
function startMeasuring(page, { changeText = false } = {}) {
  return page.evaluate((change) => {
    const text = document.createElement('div');
    if (change) document.body.append(text);
    window.frameRate = new Promise((resolve) => {
      const begin = performance.now();
      let frames = 0;
      const tick = () => {
        frames += 1;
        text.textContent = String(frames);
        const passed = performance.now() - begin;
        if (passed < 3000) return requestAnimationFrame(tick);
        text.remove();
        return resolve((1000 * frames) / passed);
      };
      requestAnimationFrame(tick);
    });
  }, changeText);
}

const measured = (page) => page.evaluate(() => window.frameRate);

/** While nothing else is asked of the page. */
export async function frameRateAtRest(page) {
  await startMeasuring(page);
  return measured(page);
}

/** What this machine can do at all now: a page where one word changes. */
export async function possibleFrameRate(page) {
  await startMeasuring(page, { changeText: true });
  return measured(page);
}

async function middleOf(page, testId) {
  const frame = await page.getByTestId(testId).boundingBox();
  return { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
}

async function repeatWhileMeasuring(page, action) {
  await startMeasuring(page);
  const end = Date.now() + 3200;
  for (let step = 0; Date.now() < end; step++) await action(step);
  return measured(page);
}

export async function frameRateWhilePanning(page, testId) {
  const { x, y } = await middleOf(page, testId);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const rate = await repeatWhileMeasuring(page, (step) =>
    page.mouse.move(x + 120 * Math.sin(step / 9), y + 80 * Math.cos(step / 7)),
  );
  await page.mouse.up();
  return rate;
}

export async function frameRateWhileZooming(page, testId) {
  const { x, y } = await middleOf(page, testId);
  await page.mouse.move(x, y);
  return repeatWhileMeasuring(page, async (step) => {
    await page.mouse.wheel(0, step % 20 < 10 ? -120 : 120);
    await page.waitForTimeout(30);
  });
}

/** Counts what a page asks of WebGL from now on. Before the page is opened. */
export function countGraphicsCalls(page) {
  return page.addInitScript(() => {
    window.graphicsCalls = { batches: 0, uploadedBytes: 0 };
    const count = (name, note) => {
      for (const context of [WebGLRenderingContext, WebGL2RenderingContext]) {
        const original = context.prototype[name];
        if (!original) continue;
        context.prototype[name] = function (...given) {
          note(given);
          return original.apply(this, given);
        };
      }
    };
    const batch = () => (window.graphicsCalls.batches += 1);
    const upload = ([, data]) => (window.graphicsCalls.uploadedBytes += data?.byteLength ?? 0);
    for (const name of ['drawArrays', 'drawArraysInstanced', 'drawElements']) count(name, batch);
    count('bufferData', upload);
  });
}

/** Waits until nothing is uploaded for a second: the layout has come to rest, on a busy machine late. */
export async function untilNothingIsUploaded(page, mostSeconds = 90) {
  for (let second = 0; second < mostSeconds; ++second) {
    await page.evaluate(() => Object.assign(window.graphicsCalls, { uploadedBytes: 0 }));
    await page.waitForTimeout(1000);
    if ((await page.evaluate(() => window.graphicsCalls.uploadedBytes)) === 0) return;
  }
  throw new Error(`the picture still changes after ${mostSeconds} seconds`);
}

/** Batches drawn and bytes uploaded by a few moves of the picture, each a frame of its own. */
export async function graphicsCallsOfPanning(page, testId, moves) {
  const { x, y } = await middleOf(page, testId);
  const nextFrame = () =>
    page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 2);
  await nextFrame();
  await page.evaluate(() => Object.assign(window.graphicsCalls, { batches: 0, uploadedBytes: 0 }));
  for (let move = 1; move <= moves; ++move) {
    await page.mouse.move(x + 2 + 10 * move, y + 2);
    await nextFrame();
  }
  const counted = await page.evaluate(() => ({ ...window.graphicsCalls }));
  await page.mouse.up();
  return counted;
}
