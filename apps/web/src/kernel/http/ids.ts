const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether an address, or what a device remembers, names something by an id (a UUID). */
export const isId = (value: unknown): value is string => form.test(value as string)
