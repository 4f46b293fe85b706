import { isSamePoint } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal, endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RemovalWords } from '#web/ui/RemovalDialog.tsx'
import { call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { dealBody, dealChanges, type DealDraft } from './deal-draft.ts'
import { dealsKeys } from './deals.queries.ts'

interface Saving {
  draft: DealDraft
  photo: Blob | null
  /** The deal being edited. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
}

/**
 * Saves a deal. When an earlier attempt was stored although its answer was lost, the server returns that version: later
 * edits are then sent as an update.
 */
const save = async ({ draft, photo, editedId, signal, onProgress }: Saving): Promise<Deal> => {
  const files = draft.photo === 'new' && photo ? [new File([photo], 'photo.jpg', { type: photo.type })] : []
  const { tmpId, ...words } = dealBody(draft)
  const change = (id: string, body: DealBody) =>
    files.length > 0
      ? upload(editDeal, { params: { id }, body, files, signal, onProgress })
      : call(editDeal, { params: { id }, body, signal })
  if (editedId) return change(editedId, dealChanges(draft))
  const body = { ...words, tmpId }
  const deal =
    files.length > 0
      ? await upload(createDeal, { body, files, signal, onProgress })
      : await call(createDeal, { body, signal })
  return draft.sent === 'changed' ? change(deal._id, words) : deal
}

/** Draws the static map of a deal that has none, or whose location differs from `before`. */
export const drawMapOf = (queryClient: QueryClient, deal: Deal, before: Deal['loc']): void => {
  if (!deal.abilities.drawMap || (deal.mapPhoto && isSamePoint(deal.loc, before))) return
  import('./draw-deal-map.ts').then(({ drawOnce }) => drawOnce(queryClient, deal)).catch(() => {})
}

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: dealsKeys.all })

export interface SaveHooks {
  /** Location of the deal before saving. */
  before: Deal['loc']
  onSaved: (deal: Deal) => void
  onFailed: (error: unknown) => void
}

/** Saves a new or edited deal. Continues when the screen is left; the callbacks run all the same. */
export const useSaveDeal = ({ before, onSaved, onFailed }: SaveHooks) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (given: Pick<Saving, 'draft' | 'photo' | 'editedId'>) => {
      abort.current = new AbortController()
      return save({ ...given, signal: abort.current.signal, onProgress: setProgress })
    },
    onSuccess: deal => {
      readAnew(queryClient)
      drawMapOf(queryClient, deal, before)
      onSaved(deal)
    },
    onError: onFailed,
    onSettled: () => setProgress(null),
  })
  return { save: mutate, saving: isPending, progress, stop: () => abort.current?.abort() }
}

export interface ActHooks<T> {
  onDone: (done: T) => void
  onFailed: (error: unknown) => void
}

/** Ends a deal, or reopens an ended one without an end date. */
export const useEndDeal = ({ onDone, onFailed }: ActHooks<Deal>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, again }: { id: string; again: boolean }) =>
      again ? call(editDeal, { params: { id }, body: { endDate: null } }) : call(endDeal, { params: { id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: () => readAnew(queryClient),
  })
}

export const useRemoveDeal = ({ onDone, onFailed }: ActHooks<void>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, words }: { id: string; words?: RemovalWords }) =>
      call(removeDeal, { params: { id }, query: { ...words } }),
    onSuccess: () => onDone(),
    onError: onFailed,
    onSettled: () => readAnew(queryClient),
  })
}

/** Approves or refuses a pending deal. */
export const useDecideOnDeal = ({ onDone, onFailed }: ActHooks<Deal>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ deal, approve, reason }: { deal: Deal; approve: boolean; reason?: string }) =>
      call(decideOnDeal, {
        params: { id: deal._id },
        body: { approve, reason: reason?.trim() || null, version: deal.version },
      }),
    onSuccess: deal => {
      if (deal.keeping?.state !== 'refused') drawMapOf(queryClient, deal, deal.loc)
      onDone(deal)
    },
    onError: onFailed,
    onSettled: () => readAnew(queryClient),
  })
}
