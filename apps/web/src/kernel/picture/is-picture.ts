/**
 * Whether a file says that it is a picture. A drawing (SVG) is none; where no type is said, as of HEIC by some systems,
 * its name tells.
 */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === ''
    ? /\.(?:jpe?g|png|gif|webp|avif|hei[cf])$/i.test(name)
    : type.startsWith('image/') && type !== 'image/svg+xml'
