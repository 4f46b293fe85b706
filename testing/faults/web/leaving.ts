import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'web-leaving-delete-unproved',
    breaks: 'Deleting an account requires a proof of account ownership',
    file: 'apps/web/src/features/leaving/LeaveDialog.tsx',
    find: 'useOwnershipProof(isDeleting ? facts :',
    replace: 'useOwnershipProof(isDeleting && facts?.code ? facts :',
  },
  {
    name: 'web-leaving-mailed-proof-assumed',
    breaks: 'With proof by mail, nothing happens before the link is followed',
    file: 'apps/web/src/features/leaving/use-ownership-proof.ts',
    find: "return result.proof === 'done'",
    replace: 'return true',
  },
  {
    name: 'web-leaving-return-promised',
    breaks: 'A way to undo the departure is promised only if a mail can be sent',
    file: 'apps/web/src/features/leaving/LeaveDialog.tsx',
    find: 'facts.hasMail ? until : null',
    replace: 'until',
  },
  {
    name: 'web-leaving-archive-without-proof',
    breaks: 'Downloading the own data requires a recent proof of account ownership',
    file: 'apps/web/src/features/leaving/MyData.tsx',
    find: "if (proof === 'none') download()",
    replace: "if (proof !== 'password') download()",
  },
  {
    name: 'web-leaving-late-return-unsaid',
    breaks: 'Returning after the last day shows that it is too late',
    file: 'apps/web/src/features/leaving/ReturnDialog.tsx',
    find: "error.key === 'tokenexpired'",
    replace: "error.key === 'error404'",
  },
]
