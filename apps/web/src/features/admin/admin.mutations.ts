import {
  addStay,
  changeLogo,
  changeMember,
  changeStay,
  decideOnNewcomer,
  type getDesk,
  invite,
  type MemberFile,
  printCode,
  removeStay,
  rotateKey,
  sendPasswordLink,
  withdrawInvitation,
} from '@parvis/contract/admin.ts'
import type { Answer, Body } from '@parvis/contract/endpoint.ts'
import { resetSecondFactor } from '@parvis/contract/second-factor.ts'
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, isNotFound } from '#web/kernel/http/api.ts'
import { upload } from '#web/kernel/http/upload.ts'
import { t } from '#web/kernel/text/i18n.ts'
import { showToast, showErrorToast } from '#web/ui/toasts.ts'
import { adminKeys, deskQuery, invitationsQuery, memberQuery, pendingMembersQuery } from './admin.queries.ts'
import { fullName } from './member-text.ts'
import { setOpenTaskCount } from './open-task-count.ts'

export type Desk = Answer<typeof getDesk>
export type Newcomer = Desk['waiting'][number]

type Pages<D> = InfiniteData<{ docs: D[] }, unknown>

const withoutDoc = <P extends Pages<{ _id: string }>>(data: P, id: string): P => ({
  ...data,
  pages: data.pages.map(page => ({ ...page, docs: page.docs.filter(({ _id }) => _id !== id) })),
})

const withDocFirst = <D, P extends Pages<D>>(data: P, doc: D): P => ({
  ...data,
  pages: data.pages.map((page, index) => (index === 0 ? { ...page, docs: [doc, ...page.docs] } : page)),
})

/** The desk without this newcomer, shown before the server confirms the decision. `withNewcomer` reverts it. */
export const withoutNewcomer = (desk: Desk, id: string): Desk => ({
  ...desk,
  waiting: desk.waiting.filter(({ _id }) => _id !== id),
  waitingCount: desk.waitingCount - 1,
})

export const withNewcomer = (desk: Desk, newcomer: Newcomer): Desk => ({
  ...desk,
  waiting: [...withoutNewcomer(desk, newcomer._id).waiting, newcomer].sort((a, b) => (a.date < b.date ? -1 : 1)),
  waitingCount: desk.waitingCount + Number(desk.waiting.every(({ _id }) => _id !== newcomer._id)),
})

export const useNewcomerDecision = (communityId: string) => {
  const queryClient = useQueryClient()
  const { queryKey } = deskQuery(communityId)
  const { queryKey: pagesKey } = pendingMembersQuery(communityId)
  const updateDesk = (next: (desk: Desk) => Desk) => {
    const desk = queryClient.setQueryData(queryKey, cached => cached && next(cached))
    if (desk) setOpenTaskCount(desk.waitingCount)
  }
  return useMutation({
    mutationFn: ({ newcomer, letIn }: { newcomer: Newcomer; letIn: boolean }) =>
      call(decideOnNewcomer, { params: { id: newcomer._id }, body: { letIn } }),
    onMutate: async ({ newcomer }) => {
      await queryClient.cancelQueries({ queryKey })
      await queryClient.cancelQueries({ queryKey: pagesKey })
      queryClient.setQueryData(pagesKey, cached => cached && withoutDoc(cached, newcomer._id))
      updateDesk(desk => withoutNewcomer(desk, newcomer._id))
    },
    onSuccess: (_, { newcomer, letIn }) =>
      showToast({ text: t(letIn ? 'admin.waiting.isin' : 'admin.waiting.isrefused', { name: fullName(newcomer) }) }),
    onError: (error, { newcomer }) => {
      if (isNotFound(error))
        return showToast({ kind: 'info', text: t('admin.waiting.gone', { name: fullName(newcomer) }) })
      updateDesk(desk => withNewcomer(desk, newcomer))
      showErrorToast(error)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.all(communityId) }),
  })
}

/** Changes the role or the birth date of a member, or disables or enables the account. */
export const useMemberChange = (communityId: string, id: string) => {
  const { queryKey } = memberQuery(communityId, id)
  return useMutation({
    // Requests are sent one after the other, so that the value chosen last is the one saved.
    scope: { id: `member ${id}` },
    mutationFn: (body: Body<typeof changeMember>) => call(changeMember, { params: { id }, body }),
    onSuccess: (file, _, __, { client }) => {
      client.setQueryData(queryKey, file)
      void client.invalidateQueries({ queryKey: adminKeys.memberLists(communityId) })
      void client.invalidateQueries({ queryKey: adminKeys.desk(communityId) })
    },
  })
}

export const useInvitation = (communityId: string) => {
  const { queryKey } = invitationsQuery(communityId)
  return useMutation({
    mutationFn: (body: Body<typeof invite>) => call(invite, { body }),
    onSuccess: ({ invitation }, _, __, { client }) => {
      client.setQueryData(queryKey, cached => cached && withDocFirst(cached, invitation))
      void client.invalidateQueries({ queryKey })
    },
  })
}

export const useInvitationWithdrawal = (communityId: string) => {
  const { queryKey } = invitationsQuery(communityId)
  return useMutation({
    mutationFn: (id: string) => call(withdrawInvitation, { params: { id } }),
    onSuccess: () => showToast({ text: t('admin.invited.withdrawn') }),
    onError: error =>
      isNotFound(error) ? showToast({ kind: 'info', text: t('admin.invited.gone') }) : showErrorToast(error),
    onSettled: (_, error, id, __, { client }) => {
      if (!error || isNotFound(error)) client.setQueryData(queryKey, cached => cached && withoutDoc(cached, id))
      return client.invalidateQueries({ queryKey: adminKeys.all(communityId) })
    },
  })
}

export const useKeyRotation = (communityId: string) =>
  useMutation({
    mutationFn: (body: Body<typeof rotateKey>) => call(rotateKey, { body }),
    onSuccess: (registerKey, _, __, { client }) => {
      client.setQueryData(deskQuery(communityId).queryKey, desk => desk && { ...desk, registerKey })
      showToast({ text: t('admin.key.changed') })
    },
  })

export const useLogoUpload = (onChanged: () => void) =>
  useMutation({
    mutationFn: (picture: Blob) =>
      upload(changeLogo, { body: {}, files: [new File([picture], 'logo.jpg', { type: picture.type })] }),
    onSuccess: () => {
      showToast({ text: t('admin.sign.changed') })
      onChanged()
    },
    onError: error => showErrorToast(error),
  })

export const usePasswordLink = () =>
  useMutation({
    mutationFn: ({ _id: id }: MemberFile) => call(sendPasswordLink, { params: { id } }),
    onSuccess: (_, { email }) => showToast({ text: t('admin.member.resetsent', { email: email ?? '' }) }),
    onError: error => showErrorToast(error),
  })

/** Resets the second factor of members who have lost both their phone and their recovery codes. */
export const useSecondFactorReset = (communityId: string) =>
  useMutation({
    mutationFn: ({ _id: id }: MemberFile) => call(resetSecondFactor, { params: { id } }),
    onSuccess: (_, member) => showToast({ text: t('admin.member.factor.done', { name: fullName(member) }) }),
    onError: error => showErrorToast(error),
    onSettled: (_, __, ___, ____, { client }) => client.invalidateQueries({ queryKey: adminKeys.all(communityId) }),
  })

/** Creates the code of a printed letter. Only this response contains the code; it cannot be fetched again. */
export const usePrintedCode = (communityId: string) =>
  useMutation({
    mutationFn: (id: string) => call(printCode, { params: { id } }),
    gcTime: 0,
    onError: error => showErrorToast(error),
    onSettled: (_, __, ___, ____, { client }) =>
      client.invalidateQueries({ queryKey: adminKeys.invitations(communityId) }),
  })

export const useStayMutations = (communityId: string, id: string) => {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: adminKeys.all(communityId) })
  const save = useMutation({
    mutationFn: ({ stayId, ...body }: Body<typeof addStay> & { stayId?: string }) =>
      stayId ? call(changeStay, { params: { id: stayId }, body }) : call(addStay, { params: { id }, body }),
    onSuccess: () => showToast({ text: t('admin.stay.saved') }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (stayId: string) => call(removeStay, { params: { id: stayId } }),
    onSuccess: () => showToast({ text: t('admin.stay.removed') }),
    onError: error => showErrorToast(error),
    onSettled,
  })
  return { save, remove }
}
