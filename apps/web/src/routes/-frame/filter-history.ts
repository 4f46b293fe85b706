import type { HistoryState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry was added by filtering the list of the entry before. */
    narrowed?: boolean
    /** The filter was restored from this device. */
    remembered?: boolean
  }
}

/** Filtering a list is one history entry: the first change pushes, the others replace, and back undoes all. */
export const narrowed = (state: HistoryState) => ({ replace: state.narrowed === true, state: { narrowed: true } })
