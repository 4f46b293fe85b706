import { stored } from '#web/kernel/device/stored.ts'
import css from './AroundPlaceholder.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Whether the section of events around the viewer is folded to one line. */
    foldedaround: true
  }
}

/**
 * Reserves the height of the section of events around the viewer, so that its arrival shifts nothing that is being
 * read.
 */
export const AroundPlaceholder = () => <div className={css.kept} data-folded={stored('foldedaround') ?? undefined} />
