import type { MediaClass } from '@parvis/contract/media.ts'
import type { Bilingual } from './texts/bilingual.ts'
import type { DemoPhoto } from './texts/scenes.ts'

/** A picture to be rendered from a drawing. */
export interface Picture {
  id: string
  /** The name for `readDrawing`. */
  drawing: string
  class: MediaClass
  communityId: string | null
  alt: Bilingual | null
  at: Date
}

/** The name of the drawing of a photo. */
export const drawingOf = ({ scene, view }: Pick<DemoPhoto, 'scene' | 'view'>): string => `scenes/${scene}-${view}`
