/** Whether the file is a picture, except SVG. Without a type, as for HEIC on some systems, its name decides. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === ''
    ? /\.(?:jpe?g|png|gif|webp|avif|hei[cf])$/i.test(name)
    : type.startsWith('image/') && type !== 'image/svg+xml'
