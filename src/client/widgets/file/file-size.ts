const UNITS = ['B', 'kB', 'MB'] as const;

/**
 * The size of a file in bytes as a student reads it: rounded to whole units, decimal, without a space, as 340kB
 * (specification 5, "File upload").
 */
export function fileSizeText(bytes: number): string {
  let amount = bytes;
  for (const unit of UNITS) {
    const whole = Math.round(amount);
    if (whole < 1000 || unit === 'MB') return `${whole}${unit}`;
    amount /= 1000;
  }
  return '';
}
