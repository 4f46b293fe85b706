declare module 'subset-font' {
  interface Options {
    targetFormat: 'sfnt' | 'woff' | 'woff2'
    variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
    keepAllGlyphs?: boolean
    noHinting?: boolean
  }
  /** The part of a font that `text` needs, or all of it. */
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export default subsetFont
}
