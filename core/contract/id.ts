let last = 0n;

/**
 * A new UUIDv7 (RFC 9562): ids sort by creation time, also within one millisecond of a process, and after the id `after`, despite clock
 * skew between nodes.
 */
export function newId(after?: string): string {
  // 48 bits of milliseconds and 12 bits of a monotonic counter.
  const now = BigInt(Date.now()) << 12n;
  last = now > last ? now : last + 1n;
  const behind = after === undefined ? 0n : stampOf(after) + 1n;
  const stamp = behind > last ? behind : last;
  const time = (stamp >> 12n).toString(16).padStart(12, '0');
  const counter = (stamp & 0xfffn).toString(16).padStart(3, '0');
  // Variant and random bits of a UUIDv4, which the platform caches.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${crypto.randomUUID().slice(19)}`;
}

function stampOf(id: string): bigint {
  return BigInt(`0x${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(15, 18)}`);
}
