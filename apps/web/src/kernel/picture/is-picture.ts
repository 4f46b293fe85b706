/** SVG does not count. Some systems give HEIC no type: then the name decides. */
export const isPicture = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === ''
    ? /\.(?:jpe?g|png|gif|webp|avif|hei[cf])$/i.test(name)
    : type.startsWith('image/') && type !== 'image/svg+xml'
