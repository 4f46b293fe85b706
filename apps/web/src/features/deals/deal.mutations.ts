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
  /** The deal that is being changed. */
  editedId?: string
  signal: AbortSignal
  onProgress: (done: number) => void
}

/**
 * Saves a deal. Where an earlier attempt has arrived although its answer was lost, the server answers with what that
 * one said: what was written since is put into it.
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

/** Draws the map of a deal that has none yet, or another place than `before`. */
export const drawMapOf = (queryClient: QueryClient, deal: Deal, before: Deal['loc']): void => {
  if (!deal.abilities.drawMap || (deal.mapPhoto && isSamePoint(deal.loc, before))) return
  import('./draw-deal-map.ts').then(({ drawOnce }) => drawOnce(queryClient, deal)).catch(() => {})
}

const readAnew = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: dealsKeys.all })

export interface SaveHooks {
  /** Where the deal was before. */
  before: Deal['loc']
  onSaved: (deal: Deal) => void
  onFailed: (error: unknown) => void
}

/** Saves a deal, new or changed. Goes on when its screen is left; the hooks hear of the end all the same. */
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

/** Ends a deal, or shows one anew that was ended: until somebody ends it again. */
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

/** Says yes or no to a deal that waits. */
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
