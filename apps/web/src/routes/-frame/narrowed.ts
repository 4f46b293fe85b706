import type { HistoryState } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This step of the history came by narrowing the list of the step before. */
    narrowed?: boolean
    /** The list was narrowed by what this device remembers. */
    remembered?: boolean
  }
}

/**
 * Narrowing a list is one step of the history however often it changes: the first one is added, the others replace it,
 * and the way back undoes them all.
 */
export const narrowed = (state: HistoryState) => ({ replace: state.narrowed === true, state: { narrowed: true } })
