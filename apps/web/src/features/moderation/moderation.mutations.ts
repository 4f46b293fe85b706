import type { Body } from '@parvis/contract/endpoint.ts'
import {
  appealByLink,
  appealDecision,
  decideAppeal,
  decideCase,
  type ModerationCase,
  type OwnDecision,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { caseQuery, linkedDecisionsQuery, moderationKeys, ownDecisionsQuery } from './moderation.queries.ts'

export const isAlreadyDecided = (error: unknown): boolean => error instanceof ApiError && error.key === 'alreadydecided'

interface CaseCallbacks<T> {
  onDone: (input: T) => void
  /** Called when another member of the team has already decided; the case is refetched. */
  onAlreadyDecided: () => void
}

/** A mutation of a case; the server answers with the updated case. */
const useCaseMutation = <T>(
  id: string,
  send: (input: T) => Promise<ModerationCase>,
  { onDone, onAlreadyDecided }: CaseCallbacks<T>,
) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: caseQuery(id).queryKey,
    mutationFn: send,
    onSuccess: (moderationCase, input) => {
      queryClient.setQueryData(caseQuery(id).queryKey, moderationCase)
      void queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
      onDone(input)
    },
    onError: error => {
      if (!isAlreadyDecided(error)) return
      void queryClient.invalidateQueries({ queryKey: caseQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: moderationKeys.lists() })
      onAlreadyDecided()
    },
  })
}

export type Ruling = Body<typeof decideCase>

export const useDecide = (id: string, callbacks: CaseCallbacks<Ruling>) =>
  useCaseMutation(id, (body: Ruling) => call(decideCase, { params: { id }, body }), callbacks)

export const useRestore = (id: string, callbacks: CaseCallbacks<void>) =>
  useCaseMutation(id, () => call(restoreCase, { params: { id } }), callbacks)

export type AppealAnswer = Body<typeof decideAppeal>

export const useDecideAppeal = (id: string, callbacks: CaseCallbacks<AppealAnswer>) =>
  useCaseMutation(id, (body: AppealAnswer) => call(decideAppeal, { params: { id }, body }), callbacks)

export interface AppealCallbacks {
  onDone: () => void
}

/** Sends an appeal against a decision: with the session of the viewer, or with the token of a mailed link. */
export const useAppeal = (token: string | null, { onDone }: AppealCallbacks) => {
  const queryClient = useQueryClient()
  const updateCache = (decision: OwnDecision) => {
    const { queryKey } = token === null ? ownDecisionsQuery() : linkedDecisionsQuery(token)
    return queryClient.setQueryData<OwnDecision[]>(queryKey, cached =>
      cached?.map(one => (one._id === decision._id ? decision : one)),
    )
  }
  return useMutation({
    mutationFn: ({ caseId, text }: { caseId: string; text: string }) =>
      token === null
        ? call(appealDecision, { body: { caseId, text } })
        : call(appealByLink, { body: { token, caseId, text } }),
    onSuccess: decision => {
      updateCache(decision)
      onDone()
    },
    onError: error => {
      if (!isAlreadyDecided(error)) return
      void queryClient.invalidateQueries({
        queryKey: token === null ? moderationKeys.ownDecisions() : linkedDecisionsQuery(token).queryKey,
      })
    },
  })
}
