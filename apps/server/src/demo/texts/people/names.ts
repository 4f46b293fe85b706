/** Given names and surnames that go together, how often they are met in the town, and at what age where that shows. */
export interface Origin { weight: number; from?: number; to?: number; women: string[]; men: string[]; surnames: string[] }

const local = ['Vuillermoz', 'Pasquier', 'Girod', 'Avrillon', 'Métraz', 'Lathuille', 'Roussel', 'Chappuis', 'Bouvier', 'Favre', 'Mermillod', 'Excoffier', 'Perrissin', 'Duperthuy', 'Burnet', 'Collomb', 'Tissot', 'Blanchet', 'Fournier', 'Garnier', 'Déléan', 'Vibert', 'Chatelain', 'Moreau', 'Bonnefoy', 'Accambray', 'Lansard', 'Rosset-Boulon', 'Thovex']

export const origins: Origin[] = [
  {
    weight: 26, to: 34,
    women: ['Camille', 'Margaux', 'Léonie', 'Solène', 'Manon', 'Inès', 'Zoé', 'Noémie', 'Capucine', 'Élise', 'Jade', 'Romane', 'Clémence', 'Apolline'],
    men: ['Théo', 'Lucas', 'Hugo', 'Baptiste', 'Antonin', 'Noé', 'Timothée', 'Gaspard', 'Achille', 'Nathan', 'Robin', 'Sacha', 'Félix', 'Maël'],
    surnames: local,
  },
  {
    weight: 26, from: 35, to: 59,
    women: ['Anne-Sophie', 'Clotilde', 'Hélène', 'Bérengère', 'Véronique', 'Agnès', 'Laurence', 'Delphine', 'Séverine', 'Karine', 'Aurélie', 'Stéphanie', 'Virginie', 'Céline'],
    men: ['Étienne', 'Jérôme', 'Cédric', 'Grégoire', 'Rémi', 'Sylvain', 'François', 'Stéphane', 'Fabien', 'Ludovic', 'Guillaume', 'Olivier', 'Arnaud', 'Mathieu'],
    surnames: local,
  },
  {
    weight: 28, from: 60,
    women: ['Jeannine', 'Simone', 'Paulette', 'Monique', 'Françoise', 'Ghislaine', 'Odile', 'Josette', 'Colette', 'Marie-Thérèse', 'Bernadette', 'Huguette', 'Mireille', 'Yvonne'],
    men: ['Gérard', 'Marcel', 'Jean-Luc', 'Raymond', 'Bernard', 'Michel', 'Roger', 'André', 'Jean-Pierre', 'Lucien', 'Guy', 'Alain', 'Maurice', 'Joseph'],
    surnames: local,
  },
  {
    weight: 7,
    women: ['Gwenaëlle', 'Maëlys', 'Enora', 'Nolwenn', 'Rozenn', 'Soazig'],
    men: ['Yann', 'Erwan', 'Goulven', 'Ronan', 'Malo', 'Tugdual'],
    surnames: ['Le Goff', 'Kerbrat', 'Le Bihan', 'Quéméneur', 'Guivarc’h', 'Tanguy', 'Riou'],
  },
  {
    weight: 3,
    women: ['Marie-Françoise', 'Anne-Élisabeth', 'Marie-Bernadette'],
    men: ['Jean-Christophe', 'Pierre-Emmanuel', 'Charles-Édouard'],
    surnames: ['Delacroix-Bontemps', 'de La Chapelle-Montgelaz', 'Vandenbroucke-Saint-Germain', 'Grosjean-Perrillat'],
  },
  {
    weight: 10,
    women: ['Nadia', 'Yasmine', 'Khadija', 'Salma', 'Fatima-Zohra', 'Leïla', 'Houria', 'Samira'],
    men: ['Mehdi', 'Nassim', 'Karim', 'Younès', 'Abdelkader', 'Rachid', 'Ilyès', 'Farid'],
    surnames: ['Benhamou', 'El Amrani', 'Bouzid', 'Cherkaoui', 'Haddad', 'Mansouri', 'Belkacem', 'Ben Youssef', 'Ouazzani'],
  },
  {
    weight: 7,
    women: ['Aïssatou', 'Aminata', 'Fatoumata', 'Adjoa', 'Mariama', 'Awa'],
    men: ['Oumar', 'Ibrahima', 'Koffi', 'Moussa', 'Sékou', 'Cheikh'],
    surnames: ['Traoré', 'N’Diaye', 'Diallo', 'Koné', 'Sarr', 'Mensah', 'Coulibaly', 'Ouédraogo'],
  },
  {
    weight: 6,
    women: ['Ngọc', 'Ngọc-Anh', 'Thảo', 'Phương', 'Linh', 'Mỹ-Duyên'],
    men: ['Minh', 'Đức', 'Tuấn', 'Quang-Huy', 'Bảo', 'Sơn'],
    surnames: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đỗ', 'Võ', 'Bùi'],
  },
  {
    weight: 7,
    women: ['Maria da Conceição', 'Joana', 'Inês', 'Catarina', 'Graça', 'Beatriz'],
    men: ['João', 'Tiago', 'Manuel', 'Rui', 'Gonçalo', 'Joaquim'],
    surnames: ['Gonçalves', 'Magalhães', 'Ferreira', 'da Silva', 'Simões', 'Carvalho', 'Araújo'],
  },
  {
    weight: 6,
    women: ['Elif', 'Zeynep', 'Gülşen', 'Ayşe', 'Defne'],
    men: ['Ömer', 'Emre', 'Çağlar', 'Yiğit', 'Mustafa'],
    surnames: ['Yılmaz', 'Öztürk', 'Şahin', 'Çelik', 'Doğan', 'Aydın'],
  },
  {
    weight: 5,
    women: ['Wanda', 'Małgorzata', 'Zofia', 'Agnieszka'],
    men: ['Łukasz', 'Paweł', 'Wojciech', 'Stanisław'],
    surnames: ['Wiśniewski', 'Kowalczyk', 'Zieliński', 'Dąbrowski', 'Jabłoński'],
  },
  {
    weight: 6,
    women: ['Chiara', 'Giulia', 'Donatella', 'Rosanna'],
    men: ['Matteo', 'Salvatore', 'Luca', 'Gianpaolo'],
    surnames: ['Bianchi', 'Dell’Acqua', 'Rinaldi', 'Costantini', 'Marchetti', 'Lombardi'],
  },
  {
    weight: 6,
    women: ['Imogen', 'Philippa', 'Rosie', 'Siobhán', 'Harriet'],
    men: ['Nigel', 'Callum', 'Rupert', 'Angus', 'Edmund'],
    surnames: ['Whitcombe', 'O’Sullivan', 'MacAllister', 'Thornbury', 'Pemberton', 'Ashdown'],
  },
  {
    weight: 5,
    women: ['Olena', 'Svitlana', 'Daria', 'Iryna'],
    men: ['Taras', 'Andriy', 'Mykola', 'Bohdan'],
    surnames: ['Shevchuk', 'Bondarenko', 'Kovalenko', 'Tkachuk', 'Lysenko'],
  },
  {
    weight: 2,
    women: ['Priya', 'Ananya', 'Meera'],
    men: ['Arjun', 'Vikram', 'Sanjay'],
    surnames: ['Ramanathan', 'Chaudhary', 'Iyer'],
  },
  {
    weight: 2,
    women: ['Mei', 'Xiaoyan', 'Li-Hua'],
    men: ['Wei', 'Jianguo', 'Bolin'],
    surnames: ['Zhang', 'Liang', 'Huang'],
  },
  {
    weight: 1,
    women: ['Haruka', 'Sayuri'],
    men: ['Kenji', 'Daisuke'],
    surnames: ['Fujimoto', 'Ishikawa'],
  },
  {
    weight: 1,
    women: ['Shirin', 'Laleh'],
    men: ['Navid', 'Kaveh'],
    surnames: ['Rostami', 'Farahani'],
  },
  {
    weight: 3,
    women: ['Lucía', 'Begoña', 'Ximena'],
    men: ['Joaquín', 'Íñigo', 'Álvaro'],
    surnames: ['Muñoz', 'Ibáñez', 'Echeverría', 'Peñalver'],
  },
  {
    weight: 2,
    women: ['Danièle', 'Marie-Josée', 'Gladys'],
    men: ['Jean-Hugues', 'Fabrice', 'Teddy'],
    surnames: ['Hoarau', 'Payet', 'Grondin', 'Lebon'],
  },
]

/** Given to whoever tells no gender. */
export const neutralNames: { to: number; names: string[] }[] = [
  { to: 45, names: ['Alix', 'Charlie', 'Sacha', 'Lou', 'Morgan', 'Eden', 'Maxime', 'Noa', 'Swann', 'Ariel'] },
  { to: 200, names: ['Dominique', 'Claude', 'Camille', 'Andrea', 'Maxime', 'Stéphane', 'Yannick'] },
]
