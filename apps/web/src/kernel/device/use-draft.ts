import { useEffect, useEffectEvent, useState } from 'react'
import type { DraftStore } from './drafts.ts'
import {
  applyEdits,
  conflictingFieldsOf,
  type FieldOf,
  hasForeignChanges,
  isDeepEqual,
  markEditsSaved,
  parseEdits,
  resolveWithMine,
  resolveWithTheirs,
  unsavedEditsOf,
  withPatch,
} from './form-edits.ts'
import type { FieldShapes } from './shape.ts'

export interface DraftOptions<D> {
  store: DraftStore
  /** Shape of each field; a stored value without this shape is dropped. */
  shape: FieldShapes & Record<keyof D, unknown>
  /** Values of the form without the draft: an empty form, or what the server has. */
  current: D
  /** The draft to continue, if it is not the stored one. */
  stored?: unknown
  /**
   * Whether others change what is edited. The form then shows their changes in untouched fields, and the device stores
   * only the edits, each with the value it is based on. Otherwise `current` is read once, and the device stores the
   * whole form.
   */
  isShared?: boolean
  /** Whether there is nothing to store; by default, every edit is stored. */
  isSame?: (draft: D) => boolean
  /** Returns a new idempotency key for the form, once another tab has sent or discarded the draft. */
  renew?: (draft: D) => Partial<D>
}

/** A new idempotency key for a draft that was not sent. */
export const renewKey = () => ({ tmpId: crypto.randomUUID() as string, sent: undefined })

/** Whether others have changed what is edited since the form was opened, or since its draft was stored. */
const useForeignChanges = (edits: Parameters<typeof applyEdits>[1], current: object): boolean => {
  const [known, setKnown] = useState(current)
  const [hasChanges, setHasChanges] = useState(() => conflictingFieldsOf(edits, current).length > 0)
  if (!isDeepEqual(known, current)) {
    setKnown(current)
    setHasChanges(hasChanges || hasForeignChanges(edits, known, current))
  }
  return hasChanges
}

/** State of a form whose edits are stored on the device until they are saved or discarded. */
export const useDraft = <D extends object>(options: DraftOptions<D>) => {
  const { store, shape, isShared = false, isSame, renew } = options
  const [opened] = useState(options.current)
  const current = isShared ? options.current : opened
  const [edits, setEdits] = useState(() => parseEdits(options.stored ?? store.load(), current, shape))
  const unsavedEdits = unsavedEditsOf(edits, current)
  const [restored, setRestored] = useState(unsavedEdits !== null)
  const [isTouched, setIsTouched] = useState(false)
  const draft = applyEdits(current, edits)
  const isChanged = isSame ? !isSame(draft) : unsavedEdits !== null
  const serialized = JSON.stringify(isChanged ? (isShared ? unsavedEdits : draft) : null)
  const save = useEffectEvent(() => store.save(JSON.parse(serialized)))
  useEffect(() => {
    if (isTouched) save()
  }, [serialized, isTouched])
  const onDeleted = useEffectEvent(() => {
    if (renew) setEdits(last => withPatch(last, current, renew(applyEdits(current, last))))
  })
  const [stored] = useState(store)
  useEffect(() => stored.onDeleted?.(() => onDeleted()), [stored])
  const update = (next: (last: typeof edits) => typeof edits) => {
    setIsTouched(true)
    setEdits(next)
  }
  return {
    draft,
    /** The values without the draft. */
    current,
    /** Whether the form began with a draft that was stored earlier. */
    restored,
    isTouched,
    /** Whether there are edits to save. */
    isChanged,
    hasForeignChanges: useForeignChanges(edits, current),
    conflicts: conflictingFieldsOf(edits, current),
    /** A draft that was sent counts as changed from now on, as the server may have stored what was sent. */
    change: (patch: Partial<D>) =>
      update(last => {
        const { sent } = applyEdits(current, last) as { sent?: string }
        return withPatch(last, current, { ...(sent && sent !== 'no' && { sent: 'changed' }), ...patch })
      }),
    keepMine: (field: FieldOf<D>) => update(last => resolveWithMine(last, current, field)),
    takeTheirs: (field: FieldOf<D>) => update(last => resolveWithTheirs(last, field)),
    discard: () => {
      update(() => ({}))
      setRestored(false)
    },
    /** Deletes the stored draft once the server has the values, even if this screen is unmounted by then. */
    clearStored: () => store.save(null),
    markSaved: () => {
      update(markEditsSaved)
      setRestored(false)
    },
  }
}
