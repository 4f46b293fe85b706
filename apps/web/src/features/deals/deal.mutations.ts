import { isSamePoint } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal, endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RemovalStatement } from '#web/ui/RemovalDialog.tsx'
import { changedBody } from '#web/kernel/device/form-edits.ts'
import { call } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { dealBody, type DealDraft, draftOfDeal } from './deal-draft.ts'
import { dealsKeys } from './deals.queries.ts'
import { drawDealMapOnce } from './draw-deal-map.ts'

interface SaveInput {
  draft: DealDraft
  photo: Blob | null
  /** The edited deal; null for a new deal. */
  savedDeal: Deal | null
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** If an earlier attempt was stored, the server returns that deal, and edits made since are sent as an update. */
const save = async ({ draft, photo, savedDeal, signal, onProgress }: SaveInput): Promise<Deal> => {
  const files = draft.photo === 'new' && photo ? [new File([photo], 'photo.jpg', { type: photo.type })] : []
  const { tmpId, ...fields } = dealBody(draft)
  const change = (id: string, body: DealBody) =>
    files.length > 0
      ? upload(editDeal, { params: { id }, body, files, signal, onProgress })
      : call(editDeal, { params: { id }, body, signal })
  if (savedDeal) {
    const { tmpId: _, ...saved } = dealBody(draftOfDeal(savedDeal))
    return change(savedDeal._id, changedBody(fields, saved))
  }
  const body = { ...fields, tmpId }
  const deal =
    files.length > 0
      ? await upload(createDeal, { body, files, signal, onProgress })
      : await call(createDeal, { body, signal })
  return draft.sent === 'changed' ? change(deal._id, fields) : deal
}

/** Draws the static map of a deal that has none, or whose location differs from `previousLocation`. */
export const drawMapOf = (queryClient: QueryClient, deal: Deal, previousLocation: Deal['loc']): void => {
  if (!deal.abilities.drawMap || (deal.mapPhoto && isSamePoint(deal.loc, previousLocation))) return
  drawDealMapOnce(queryClient, deal)
}

const invalidateDeals = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: dealsKeys.all })

export interface SaveHooks {
  /** Location of the deal before it is saved. */
  previousLocation: Deal['loc']
  onSaved: (deal: Deal) => void
  onFailed: (error: unknown) => void
}

/** Saves a new or edited deal. Saving and its callbacks continue after the screen is closed. */
export const useSaveDeal = ({ previousLocation, onSaved, onFailed }: SaveHooks) => {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const abort = useRef<AbortController>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Pick<SaveInput, 'draft' | 'photo' | 'savedDeal'>) => {
      abort.current = new AbortController()
      return save({ ...input, signal: abort.current.signal, onProgress: setProgress })
    },
    onSuccess: deal => {
      invalidateDeals(queryClient)
      drawMapOf(queryClient, deal, previousLocation)
      onSaved(deal)
    },
    onError: onFailed,
    onSettled: () => setProgress(null),
  })
  return { save: mutate, saving: isPending, progress, cancelSave: () => abort.current?.abort() }
}

export interface MutationHooks<T> {
  onDone: (done: T) => void
  onFailed: (error: unknown) => void
}

/** Ends a deal, or reopens an ended one and removes its end date. */
export const useEndDeal = ({ onDone, onFailed }: MutationHooks<Deal>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, reopen }: { id: string; reopen: boolean }) =>
      reopen ? call(editDeal, { params: { id }, body: { endDate: null } }) : call(endDeal, { params: { id } }),
    onSuccess: onDone,
    onError: onFailed,
    onSettled: () => invalidateDeals(queryClient),
  })
}

export const useRemoveDeal = ({ onDone, onFailed }: MutationHooks<void>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, statement }: { id: string; statement?: RemovalStatement }) =>
      call(removeDeal, { params: { id }, query: { ...statement } }),
    onSuccess: () => onDone(),
    onError: onFailed,
    onSettled: () => invalidateDeals(queryClient),
  })
}

export const useDecideOnDeal = ({ onDone, onFailed }: MutationHooks<Deal>) => {
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
    onSettled: () => invalidateDeals(queryClient),
  })
}
