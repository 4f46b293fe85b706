/** Whether a file says that it is a picture. A drawing (SVG) is none; some systems do not know what HEIC is. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === '' ? /\.hei[cf]$/i.test(name) : type.startsWith('image/') && type !== 'image/svg+xml'
