/** Our own pictures and no others: an address that anybody wrote loads nothing from elsewhere. */
export const isOurPicture = (uri: unknown): uri is string => typeof uri === 'string' && /^\/media\/[\w-]+$/.test(uri)
