const MAX_CHARACTERS = 300_000;
const WIDTH = 640;

/** A picture of what the frame shows, small enough to be kept with the app; null when the browser cannot make one. */
export async function snapshot(): Promise<string | null> {
  try {
    const { domToCanvas } = await import('modern-screenshot');
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const background = getComputedStyle(document.body).backgroundColor;
    const canvas = await domToCanvas(document.body, {
      width,
      height,
      scale: Math.min(1, WIDTH / width),
      backgroundColor: background === 'rgba(0, 0, 0, 0)' ? '#ffffff' : background,
      timeout: 5000,
    });
    for (const quality of [0.8, 0.6, 0.4, 0.2]) {
      const image = canvas.toDataURL('image/webp', quality);
      if (image.length <= MAX_CHARACTERS) return image;
    }
    return null;
  } catch {
    return null;
  }
}
