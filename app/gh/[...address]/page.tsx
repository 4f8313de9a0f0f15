import { labMetadata, labPage } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("gh");
export default labPage();
