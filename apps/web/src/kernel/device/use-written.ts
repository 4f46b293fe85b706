import { useEffect, useState } from 'react'
import { type Drafts, keepDraft, keptDraft } from './drafts.ts'
import {
  asSaved,
  clashesOf,
  keepingMine,
  laidOver,
  readWritten,
  takingTheirs,
  unsaved,
  type Written,
  writtenWith,
} from './written.ts'

/** A form's edits over the `current` saved value, stored on the device with every change. */
export const useWritten = <D extends object>(
  drafts: Drafts,
  owner: string,
  stands: D,
  isValue: (value: unknown, field: keyof D & string) => boolean,
) => {
  const [written, setWritten] = useState(() => readWritten(keptDraft(drafts, owner), stands, isValue))
  const [restored, setRestored] = useState(() => unsaved(written, stands) !== null)
  const [touched, setTouched] = useState(false)
  const begun = unsaved(written, stands)
  const kept = JSON.stringify(begun)
  useEffect(() => {
    if (touched) keepDraft(drafts, owner, JSON.parse(kept))
  }, [drafts, owner, kept, touched])
  const turn = (next: Written<D> | ((last: Written<D>) => Written<D>)) => {
    setTouched(true)
    setWritten(next)
  }
  return {
    draft: laidOver(stands, written),
    restored,
    clashes: clashesOf(written, stands),
    change: (patch: Partial<D>) => turn(last => writtenWith(last, stands, patch)),
    keepMine: (field: keyof D) => turn(last => keepingMine(last, stands, field)),
    takeTheirs: (field: keyof D) => turn(last => takingTheirs(last, field)),
    discard: () => {
      turn({})
      setRestored(false)
    },
    /** Deletes the stored draft as soon as the server has the value, even if this screen is already gone. */
    forget: () => keepDraft(drafts, owner, null),
    saved: () => {
      turn(asSaved)
      setRestored(false)
    },
  }
}
