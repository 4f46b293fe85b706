import { stored } from '#web/kernel/device/stored.ts'
import css from './AroundPlaceholder.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** Whether the section of events around the viewer is collapsed to one line. */
    foldedaround: true
  }
}

/**
 * Reserves the height of the section of events around the viewer, so that nothing below shifts when the section is
 * loaded.
 */
export const AroundPlaceholder = () => <div className={css.kept} data-folded={stored('foldedaround') ?? undefined} />
