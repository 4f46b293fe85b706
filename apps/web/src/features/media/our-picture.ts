/** Accepts only URIs of pictures on this server, so that a URL written by anybody loads no picture from elsewhere. */
export const isOurPicture = (uri: unknown): uri is string => typeof uri === 'string' && /^\/media\/[\w-]+$/.test(uri)
