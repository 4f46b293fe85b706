/** Replaces TypeBox (18 kB gzipped) in the browser, where nothing is validated: every call returns an empty schema. */
const Type = new Proxy({}, { get: () => () => ({}) })

export default Type
