import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-leaving-delete-unproved',
    breaks: 'Who deletes their account proves first that it is theirs',
    file: 'apps/web/src/features/leaving/LeaveDialog.tsx',
    find: 'useOwnershipProof(isDeleting ? facts :',
    replace: 'useOwnershipProof(isDeleting && facts?.code ? facts :',
  },
  {
    name: 'web-leaving-mailed-proof-assumed',
    breaks: 'Where a link was mailed as proof nothing is done before it is followed',
    file: 'apps/web/src/features/leaving/use-ownership-proof.ts',
    find: "return result.proof === 'done'",
    replace: 'return true',
  },
  {
    name: 'web-leaving-return-promised',
    breaks: 'Nobody is promised a way back where no mail can bring it',
    file: 'apps/web/src/features/leaving/LeaveDialog.tsx',
    find: 'facts.hasMail ? until : null',
    replace: 'until',
  },
  {
    name: 'web-leaving-archive-without-proof',
    breaks: "The archive of one's data is fetched only by who has just proved who they are",
    file: 'apps/web/src/features/leaving/MyData.tsx',
    find: "if (proof === 'none') download()",
    replace: "if (proof !== 'password') download()",
  },
  {
    name: 'web-leaving-late-return-unsaid',
    breaks: 'Who comes back after the last day is told that it is too late',
    file: 'apps/web/src/features/leaving/ReturnDialog.tsx',
    find: "error.key === 'tokenexpired'",
    replace: "error.key === 'error404'",
  },
]
