/** Without types: they come with the packages, which only `.ci/run` installs. */
declare module 'puppeteer-core';
declare module 'selenium-webdriver';
