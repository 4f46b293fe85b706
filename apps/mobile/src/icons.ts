import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const iconSvg = readFileSync(join(import.meta.dirname, '../../web/public/icon.svg'), 'utf8')

/** Reads the web app’s icon: its background and the arch and sun on it, in a 64-unit square. */
const parseIcon = (svg: string) => {
  const ground = /<rect [^>]*fill="(#\w+)"/.exec(svg)?.[1]
  const shapes = [...svg.matchAll(/<path d="([^"]+)" fill="(#\w+)"/g)].map(([, path, fill]) => ({
    path: path!,
    fill: fill!,
  }))
  if (!ground || shapes.length !== 2) throw new Error('The icon of the web app no longer has the expected shapes.')
  return { ground, shapes, side: 64 }
}

export const iconDrawing = parseIcon(iconSvg)

export const pageBackground = { light: '#f6f4ee', dark: '#101714' }

const DARK_GROUND = '#12271f'

type Look = 'light' | 'dark' | 'tinted' | 'mark'

/** `share`: fraction of the square’s side (0 to 1) that the drawing fills; `round`: corner radius of the square. */
const svgOf = (look: Look, share: number, round = 0) => {
  const { ground, shapes, side } = iconDrawing
  const transform = `translate(${(side * (1 - share)) / 2} ${(side * (1 - share)) / 2}) scale(${share})`
  const grounds: Record<Look, string | null> = { light: ground, dark: DARK_GROUND, tinted: '#000000', mark: null }
  // In the tinted look, iOS colours the icon according to its grey values.
  const fills = look === 'tinted' ? ['#ffffff', '#b0b0b0'] : shapes.map(({ fill }) => fill)
  const under = grounds[look] && `<rect width="${side}" height="${side}" rx="${round}" fill="${grounds[look]}"/>`
  const over = shapes.map(({ path }, at) => `<path d="${path}" fill="${fills[at]}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${under ?? ''}<g transform="${transform}">${over}</g></svg>`
}

/** Renders a PNG with few colours, which keeps the committed files small. */
const renderPng = (svg: string, px: number, opaque: boolean) => {
  const picture = sharp(Buffer.from(svg), { density: (72 * px) / iconDrawing.side }).resize(px, px)
  return (opaque ? picture.removeAlpha() : picture).png({ palette: true, colours: 32, compressionLevel: 9 }).toBuffer()
}

export const renderIcon = (px: number, look: Exclude<Look, 'mark'>): Promise<Buffer> =>
  renderPng(svgOf(look, 1), px, true)

export const renderRoundedIcon = (px: number): Promise<Buffer> => renderPng(svgOf('light', 1, 16), px, false)

/** The icon as a vector drawable of `dp` size; it fills `share` (0 to 1) of the side. `color` replaces its colours. */
export const androidVector = (dp: number, share: number, color?: string): string => {
  const { shapes, side } = iconDrawing
  const viewport = side / share
  const margin = (viewport - side) / 2
  const paths = shapes.map(
    ({ path, fill }) => `        <path android:fillColor="${color ?? fill}" android:pathData="${path}" />`,
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
