import { bilingual, type Bilingual } from '../bilingual.ts'

interface Job {
  women: string
  men: string
  en: string
}

const job = (women: string, men: string, en: string): Job => ({ women, men, en })

export const jobs: Job[] = [
  job('Infirmière', 'Infirmier', 'Nurse'),
  job('Boulangère', 'Boulanger', 'Baker'),
  job('Professeure des écoles', 'Professeur des écoles', 'Primary school teacher'),
  job('Monitrice de ski', 'Moniteur de ski', 'Ski instructor'),
  job('Ingénieure', 'Ingénieur', 'Engineer'),
  job('Architecte', 'Architecte', 'Architect'),
  job('Bibliothécaire', 'Bibliothécaire', 'Librarian'),
  job('Conductrice de bus', 'Conducteur de bus', 'Bus driver'),
  job('Comptable', 'Comptable', 'Accountant'),
  job('Menuisière', 'Menuisier', 'Joiner'),
  job('Horlogère', 'Horloger', 'Watchmaker'),
  job('Kinésithérapeute', 'Kinésithérapeute', 'Physiotherapist'),
  job('Développeuse', 'Développeur', 'Software developer'),
  job('Aide-soignante', 'Aide-soignant', 'Care assistant'),
  job('Cuisinière', 'Cuisinier', 'Cook'),
  job('Guide de montagne', 'Guide de montagne', 'Mountain guide'),
  job('Coiffeuse', 'Coiffeur', 'Hairdresser'),
  job('Vétérinaire', 'Vétérinaire', 'Vet'),
  job('Factrice', 'Facteur', 'Postal worker'),
  job('Éducatrice spécialisée', 'Éducateur spécialisé', 'Youth worker'),
  job('Graphiste', 'Graphiste', 'Graphic designer'),
  job('Animatrice 2D', 'Animateur 2D', '2D film animator'),
  job('Électricienne', 'Électricien', 'Electrician'),
  job('Agente d’accueil', 'Agent d’accueil', 'Receptionist'),
  job('Pharmacienne', 'Pharmacien', 'Pharmacist'),
  job('Maraîchère', 'Maraîcher', 'Market gardener'),
  job('Assistante maternelle', 'Assistant maternel', 'Childminder'),
  job('Luthière', 'Luthier', 'Violin maker'),
  job('Traductrice', 'Traducteur', 'Translator'),
  job('Cheminote', 'Cheminot', 'Railway worker'),
  job('Sage-femme', 'Maïeuticien', 'Midwife'),
  job('Géomètre', 'Géomètre', 'Surveyor'),
  job('Journaliste', 'Journaliste', 'Journalist'),
  job('Décolleteuse', 'Décolleteur', 'Precision machinist'),
  job('Fleuriste', 'Fleuriste', 'Florist'),
  job('Prof de maths', 'Prof de maths', 'Maths teacher'),
  job('Caissière', 'Caissier', 'Cashier'),
  job('Éducatrice de natation', 'Éducateur de natation', 'Swimming teacher'),
  job('Fromagère', 'Fromager', 'Cheesemonger'),
  job('Photographe', 'Photographe', 'Photographer'),
]

const retired: Job[] = [
  job('Retraitée', 'Retraité', 'Retired'),
  job('Retraitée de l’enseignement', 'Retraité de l’enseignement', 'Retired teacher'),
  job('Ancienne libraire', 'Ancien libraire', 'Former bookseller'),
  job('Infirmière à la retraite', 'Infirmier à la retraite', 'Retired nurse'),
  job('Ancienne conductrice de train', 'Ancien conducteur de train', 'Former train driver'),
  job('Couturière à la retraite', 'Tailleur à la retraite', 'Retired tailor'),
]

const pupils: [until: number, job: Job][] = [
  [15, job('Collégienne', 'Collégien', 'At middle school')],
  [18, job('Lycéenne', 'Lycéen', 'At secondary school')],
  [24, job('Étudiante', 'Étudiant', 'Student')],
]

/** The jobs possible at this age. Without a gender, only those whose French name is the same for women and men. */
export const jobsFor = (gender: 'M' | 'F' | null, age: number): Bilingual[] => {
  const young = pupils.find(([until]) => age <= until)
  const possibleJobs = young ? [young[1]] : age >= 65 ? retired : jobs
  if (gender) return possibleJobs.map(each => bilingual(gender === 'F' ? each.women : each.men, each.en))
  return possibleJobs.filter(each => each.women === each.men).map(each => bilingual(each.men, each.en))
}
