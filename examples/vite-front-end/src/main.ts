import { find } from './find.ts';
import { startImagePage } from './image-page.ts';
import { startModelPicker } from './model-picker.ts';

const pages = [find('#models', HTMLElement), find('#images', HTMLElement)];

function showPage(): void {
  const wanted = location.hash === '#images' ? 'images' : 'models';
  for (const page of pages) page.hidden = page.id !== wanted;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${wanted}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

const [models, images] = pages;
if (models) startModelPicker(models);
if (images) startImagePage(images);
addEventListener('hashchange', showPage);
showPage();
