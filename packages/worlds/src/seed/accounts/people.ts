/** Names of one language, and how mail addresses write those that are not in Latin script. */
export interface Names {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly ascii?: Readonly<Record<string, string>>;
}

/** The names that people of a fictional company have, by language. */
export const PEOPLE: readonly Names[] = [
  {
    first: words(
      'Amelia Callum Imogen Rhys Siobhán Tobias Winifred Zachary Beth Daniel Eleanor Hugh Priscilla Samuel',
    ),
    last: words(
      "Ashworth Blackwood Fairweather MacLeod O'Connell Pemberton Whitlock Attwood Carrington Doyle Hargreaves Ridley Thornbury",
    ),
  },
  {
    first: words(
      'Anneliese Björn Friederike Jürgen Lieselotte Matthias Annika Florian Jannik Katrin Ulrike Wolfram',
    ),
    last: words(
      'Achterberg Grünwald Kröger Lindenbaum Schäfer Vogelsang Brandstätter Eickhoff Hölscher Niemeyer Rosenkranz Wiedemann',
    ),
  },
  {
    first: words(
      'Aurélie Benoît Clémence Étienne Maëlle Théo Agathe Corentin Florence Gaëtan Solène Yannick',
    ),
    last: words(
      'Beauchêne Delacroix Fontaine Lefèvre Montagné Rousselot Bérard Chevallier Duquesne Gauthier Pelletier Vasseur',
    ),
  },
  {
    first: words(
      'Begoña Iñaki Joaquín Lucía Núria Rubén Álvaro Carmen Inmaculada Marcos Rocío Sergio',
    ),
    last: words(
      'Castañeda Echeverría Fernández Ibáñez Muñoz Quiñones Arriaga Benítez Carrasco Gálvez Ocampo Zubiri',
    ),
  },
  {
    first: words(
      'Beatriz Conceição João Inês Thiago Vitória Afonso Catarina Débora Luís Rafaela Tomás',
    ),
    last: words(
      'Albuquerque Figueiredo Guimarães Magalhães Simões Vasconcelos Barroso Falcão Leitão Pacheco Queirós Teixeira',
    ),
  },
  {
    first: words(
      'Agnieszka Bożena Grzegorz Łukasz Małgorzata Zbigniew Aleksandra Jacek Paweł Stanisław Weronika Zofia',
    ),
    // Surnames that women and men share, here and below.
    last: words('Dudek Gołąb Kołodziej Ślązak Wójcik Żuraw Bąk Gajda Mazur Pająk Sikora Wrona'),
  },
  {
    first: words('Çağla Emre Gökçe İpek Oğuz Şebnem Barış Cem Deniz Elif Selin Tolga'),
    last: words('Aydoğan Çelik Güneş Özdemir Şahin Yıldız Arslan Demir Erdoğmuş Koç Polat Uçar'),
  },
  {
    first: words('Åse Eirik Ingrid Jørgen Søren Þóra Astrid Freja Henrik Lars Maja Tormod'),
    last: words(
      'Ångström Bjørnstad Blöndal Kjærgaard Østergaard Sørensen Dahlberg Engström Holm Lindqvist Nygaard Vestergård',
    ),
  },
  {
    first: words(
      'Ananya Devendra Ishaan Kavitha Priyanka Rohan Aditi Arjun Lakshmi Nikhil Sanjana Vikram',
    ),
    last: words(
      'Bhattacharya Chaudhary Iyer Krishnamurthy Mukherjee Venkataraman Deshpande Gupta Joshi Menon Rao Sengupta',
    ),
  },
  {
    first: words(
      'Adaeze Chidi Folasade Kwame Ngozi Sipho Amara Kofi Lerato Obinna Thandiwe Yetunde',
    ),
    last: words(
      'Adeyemi Dlamini Mensah Nwachukwu Okonkwo Oyelaran Asante Balogun Eze Khumalo Owusu Zulu',
    ),
  },
  {
    first: words('Anh Đức Hương Linh Quỳnh Tuấn Hải Khánh Mai Minh Phương Thảo'),
    last: words('Đặng Hoàng Lê Nguyễn Phạm Trần Bùi Dương Hồ Ngô Võ Vũ'),
  },
  {
    first: words('結衣 翔太 美咲 大輝 葵 健太'),
    last: words('佐藤 渡辺 中村 小林 山田 石川'),
    ascii: {
      結衣: 'yui',
      翔太: 'shota',
      美咲: 'misaki',
      大輝: 'daiki',
      葵: 'aoi',
      健太: 'kenta',
      山田: 'yamada',
      石川: 'ishikawa',
      佐藤: 'sato',
      渡辺: 'watanabe',
      中村: 'nakamura',
      小林: 'kobayashi',
    },
  },
  {
    first: words('Олена Дмитро Катерина Ярослав'),
    last: words('Шевчук Бондаренко Кравець Поліщук'),
    ascii: {
      Олена: 'olena',
      Дмитро: 'dmytro',
      Катерина: 'kateryna',
      Ярослав: 'yaroslav',
      Шевчук: 'shevchuk',
      Бондаренко: 'bondarenko',
      Кравець: 'kravets',
      Поліщук: 'polishchuk',
    },
  },
  {
    first: words('ليلى يوسف مريم كريم'),
    last: words('الحداد منصور خليل النجار'),
    ascii: {
      ليلى: 'layla',
      يوسف: 'yusuf',
      مريم: 'maryam',
      كريم: 'karim',
      الحداد: 'alhaddad',
      منصور: 'mansour',
      خليل: 'khalil',
      النجار: 'alnajjar',
    },
  },
];

function words(text: string): readonly string[] {
  return text.split(' ');
}
