import type drawings from 'lucide-static/tags.json'

/** The name of a Lucide icon. The page contains the icons named in the code: see `build/icons.ts`. */
export type IconName = keyof typeof drawings
