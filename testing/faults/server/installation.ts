import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'installation-forces-every-update',
    breaks: 'A client must update only if it is older than the minimum supported version',
    file: 'apps/server/src/features/installation/installation.presenter.ts',
    find: 'isOlderVersion(callerVersion, minClientVersion)',
    replace: 'isOlderVersion(callerVersion, CLIENT_VERSION)',
  },
  {
    name: 'installation-terms-language-ignored',
    breaks: 'The terms are sent in the requested language, whatever the browser prefers',
    file: 'apps/server/src/features/installation/terms.routes.ts',
    find: 'request.query.lang ?? languageOf(request)',
    replace: 'languageOf(request)',
  },
  {
    name: 'installation-terms-read-as-french',
    breaks: 'The PDF of the terms declares its language, so that screen readers pronounce it correctly',
    file: 'apps/server/src/features/installation/terms-pdf.ts',
    find: '    lang: language,\n',
    replace: "    lang: 'fr',\n",
  },
]
