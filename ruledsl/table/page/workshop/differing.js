/** The lines of two texts, each with whether it has none that goes with it on the other side. */
export function differing(one, other) {
  const left = one.split("\n");
  const right = other.split("\n");
  let from = 0;
  while (from < Math.min(left.length, right.length) && left[from] === right[from]) from += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - from && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const marked = (lines, others) => {
    const known = new Set(others.slice(from, others.length - end));
    return lines.map((line, n) => [line, n >= from && n < lines.length - end && !known.has(line)]);
  };
  return [marked(left, right), marked(right, left)];
}
