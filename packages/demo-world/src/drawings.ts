import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../drawings/', import.meta.url)

/** A drawing is named by its path below `drawings/`: `scenes/lake-3`, `faces/woman-34-26`. */
export const listDrawings = (kind: 'scenes' | 'faces' | 'logos' | 'signs' | 'plans' | 'maps'): string[] =>
  readdirSync(new URL(`${kind}/`, folder))
    .map(file => `${kind}/${file.replace(/\.svg$/, '')}`)
    .sort()

/** The SVG of a drawing. Throws when there is none of that name. */
export const readDrawing = (name: string): string => readFileSync(new URL(`${name}.svg`, folder), 'utf8')
