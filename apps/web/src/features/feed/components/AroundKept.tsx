import { stored } from '#web/kernel/device/stored.ts'
import css from './AroundKept.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    /** what is on around the reader is folded to one line */
    foldedaround: true
  }
}

/**
 * The place of what is on around the reader: kept free, so that it pushes down nothing that is being read when it
 * comes.
 */
export const AroundKept = () => <div className={css.kept} data-folded={stored('foldedaround') ?? undefined} />
