export const entry = true;
