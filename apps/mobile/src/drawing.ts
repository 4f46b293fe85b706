import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const drawn = readFileSync(join(import.meta.dirname, '../../web/public/icon.svg'), 'utf8')

/** The icon of the web app: its ground, the arch and the sun in it, in a square of 64. */
const readDrawing = (svg: string) => {
  const ground = /<rect [^>]*fill="(#\w+)"/.exec(svg)?.[1]
  const shapes = [...svg.matchAll(/<path d="([^"]+)" fill="(#\w+)"/g)].map(([, path, fill]) => ({
    path: path!,
    fill: fill!,
  }))
  if (!ground || shapes.length !== 2) throw new Error('The icon of the web app is drawn otherwise than it was.')
  return { ground, shapes, side: 64 }
}

export const drawing = readDrawing(drawn)

/** The paper of the app, in both themes. */
export const paper = { light: '#f6f4ee', dark: '#101714' }

/** The ground of an icon that a dark home screen shows. */
const DARK_GROUND = '#12271f'

type Look = 'light' | 'dark' | 'tinted' | 'mark'

/** `share`: how much of the square's side the drawing takes; `round`: the corners of its ground. */
const svgOf = (look: Look, share: number, round = 0) => {
  const { ground, shapes, side } = drawing
  const place = `translate(${(side * (1 - share)) / 2} ${(side * (1 - share)) / 2}) scale(${share})`
  const grounds: Record<Look, string | null> = { light: ground, dark: DARK_GROUND, tinted: '#000000', mark: null }
  // a tinted icon is coloured by its greys
  const fills = look === 'tinted' ? ['#ffffff', '#b0b0b0'] : shapes.map(({ fill }) => fill)
  const under = grounds[look] && `<rect width="${side}" height="${side}" rx="${round}" fill="${grounds[look]}"/>`
  const over = shapes.map(({ path }, at) => `<path d="${path}" fill="${fills[at]}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${under ?? ''}<g transform="${place}">${over}</g></svg>`
}

/** Few colours, so that what is kept in the repository stays small. */
const draw = (svg: string, px: number, opaque: boolean) => {
  const picture = sharp(Buffer.from(svg), { density: (72 * px) / drawing.side }).resize(px, px)
  return (opaque ? picture.removeAlpha() : picture).png({ palette: true, colours: 32, compressionLevel: 9 }).toBuffer()
}

/** For a home screen that cuts icons to its own shape. */
export const icon = (px: number, look: Exclude<Look, 'mark'>): Promise<Buffer> => draw(svgOf(look, 1), px, true)

/** For one that shows them as they are. */
export const roundedIcon = (px: number): Promise<Buffer> => draw(svgOf('light', 1, 16), px, false)

/** What stands on the paper while the app starts. */
export const splash = (px: number): Promise<Buffer> => draw(svgOf('light', 1, 16), px, false)

/**
 * The drawing in a vector of Android's, `dp` wide, of which it takes `share`; in the drawing's colours, or in the one
 * that the phone gives it.
 */
export const androidVector = (dp: number, share: number, one?: string): string => {
  const { shapes, side } = drawing
  const viewport = side / share
  const margin = (viewport - side) / 2
  const paths = shapes.map(
    ({ path, fill }) => `        <path android:fillColor="${one ?? fill}" android:pathData="${path}" />`,
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<vector xmlns:android="http://schemas.android.com/apk/res/android"',
    `    android:width="${dp}dp"`,
    `    android:height="${dp}dp"`,
    `    android:viewportWidth="${viewport}"`,
    `    android:viewportHeight="${viewport}">`,
    `    <group android:translateX="${margin}" android:translateY="${margin}">`,
    ...paths,
    '    </group>',
    '</vector>',
    '',
  ].join('\n')
}
