const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isId = (value: unknown): value is string => form.test(value as string)
