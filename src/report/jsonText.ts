// JSON as text. An integer beyond 2^53 - 1 is written as a string of its digits.

export const jsonText = (value: object, indent?: number): string => JSON.stringify(value, asJson, indent);

const asJson = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value);
