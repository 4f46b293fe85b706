/** Accepts only uris of our own pictures, so that a URL written by anybody loads nothing from elsewhere. */
export const isOurPicture = (uri: unknown): uri is string => typeof uri === 'string' && /^\/media\/[\w-]+$/.test(uri)
