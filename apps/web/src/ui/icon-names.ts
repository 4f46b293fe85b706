import type drawings from 'lucide-static/tags.json'

/** An icon by its name in Lucide. The page carries those that are named in the code: see `build/icons.ts`. */
export type IconName = keyof typeof drawings
