/** What a row looks like after JSON: dates have become ISO 8601 strings. */
export type Json<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Json<T[K]> } : T
