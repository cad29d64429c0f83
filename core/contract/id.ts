let last = 0n;

/** A new UUIDv7 (RFC 9562): ids sort by the time of their making, also within one millisecond of one process. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  // 48 bits of milliseconds and 12 bits of a counter that never goes back.
  const now = BigInt(Date.now()) << 12n;
  last = now > last ? now : last + 1n;
  const time = (last >> 12n).toString(16).padStart(12, '0');
  const counter = (last & 0xfffn).toString(16).padStart(3, '0');
  const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = (8 + (Number.parseInt(tail[0] ?? '0', 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant}${tail.slice(1, 4)}-${tail.slice(4, 16)}`;
}
