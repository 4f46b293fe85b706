import type { MediaClass } from '@parvis/contract/media.ts'
import type { Bilingual } from './texts/bilingual.ts'
import type { DemoPhoto } from './texts/scenes.ts'

/** A picture to be made of a drawing. */
export interface Picture {
  id: string
  /** Its name, for `readDrawing`. */
  drawing: string
  class: MediaClass
  communityId: string | null
  alt: Bilingual | null
  at: Date
}

/** The drawing that a photo shows. */
export const drawingOf = ({ scene, view }: Pick<DemoPhoto, 'scene' | 'view'>): string => `scenes/${scene}-${view}`
